import { tick } from 'svelte';
import type { Invitation } from '#wire/signer.ts';

/** The landing page as the server renders it. `html` is null if the landing page isn't the first screen. */
export type DrawnLanding = { readonly invitation: Invitation; readonly html: string | null };

/** What the page requested before its scripts had loaded. See src/server/http/pages/inline-scripts.ts. */
type EarlyLanding = {
  readonly token: string;
  readonly answer: Promise<DrawnLanding | null>;
  /** Whether the button that was drawn early was pressed. */
  isPressed: boolean;
  /** Whether that button had the focus. */
  readonly isFocused: boolean;
  /** Whether the scripts have loaded, so that nothing more is drawn early. */
  isOver: boolean;
};

declare global {
  var earlyLanding: EarlyLanding | undefined;
}

/**
 * Returns the invitation that the page requested early with this token. It can only be taken once. Returns
 * null if the page didn't request it or didn't get one.
 */
export async function takeEarlyInvitation(token: string): Promise<Invitation | null> {
  const early = globalThis.earlyLanding;
  if (early?.token !== token || early.isOver) return null;
  early.isOver = true;
  return (await early.answer)?.invitation ?? null;
}

/**
 * Returns whether the button was pressed while the scripts were still loading. A press is only returned once.
 */
export function takeEarlyPress(): boolean {
  const isPressed = globalThis.earlyLanding?.isPressed === true;
  if (globalThis.earlyLanding !== undefined) globalThis.earlyLanding.isPressed = false;
  return isPressed;
}

/**
 * Removes what was drawn early, once the page has rendered its own content. The keyboard focus stays on the
 * button.
 */
export async function endEarlyLanding(): Promise<void> {
  const drawn = document.getElementById('early-landing');
  if (drawn === null) return;
  await tick();
  drawn.remove();
  if (globalThis.earlyLanding?.isFocused === true)
    document.querySelector('main')?.querySelector('button')?.focus({ preventScroll: true });
}
