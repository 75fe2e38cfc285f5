type Followers = {
  /**
   * Called for every position, with its distance from where the pointer started in CSS pixels, and with the
   * event itself.
   */
  readonly move: (dx: number, dy: number, event: PointerEvent) => void;
  /** Called once at the end. `canceled` is true if the system or Escape ended the movement. */
  readonly end?: (event: { readonly canceled: boolean; readonly last: PointerEvent }) => void;
};

/**
 * Follows a pressed pointer across the window until it's released, so that the dragged element can be
 * rendered elsewhere in the meantime.
 */
export function followPointer(begin: PointerEvent, followers: Followers): void {
  const listening = new AbortController();
  const { signal } = listening;
  let last = begin;
  const end = (canceled: boolean) => {
    listening.abort();
    followers.end?.({ canceled, last });
  };
  const isOurs = (event: PointerEvent) => event.pointerId === begin.pointerId;
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event)) return;
      last = event;
      followers.move(event.clientX - begin.clientX, event.clientY - begin.clientY, event);
    },
    { signal },
  );
  window.addEventListener('pointerup', (event) => isOurs(event) && end(false), { signal });
  window.addEventListener('pointercancel', (event) => isOurs(event) && end(true), { signal });
  window.addEventListener('keydown', (event) => event.key === 'Escape' && end(true), { signal });
}
