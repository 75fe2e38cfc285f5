import type { Attachment } from 'svelte/attachments';

/** Calls `leave` when Escape is pressed in a form that opened in place of what is there otherwise. */
export function leaveOnEscape(leave: () => void): Attachment<HTMLElement> {
  return (form) => {
    const press = (event: KeyboardEvent) => {
      // While characters are composed, Escape belongs to the input method.
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      leave();
    };
    form.addEventListener('keydown', press);
    return () => form.removeEventListener('keydown', press);
  };
}
