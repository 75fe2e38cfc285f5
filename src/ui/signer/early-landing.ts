import { tick } from 'svelte';
import type { Invitation } from '#wire/signer.ts';

/** The landing page as the server draws it; without `html` if it isn't the first screen. */
export type DrawnLanding = { readonly invitation: Invitation; readonly html: string | null };

/** What the page asked for before its scripts were there; see src/server/http/pages/ask-early.ts. */
type EarlyLanding = {
  readonly token: string;
  readonly answer: Promise<DrawnLanding | null>;
  /** Whether the drawn button was pressed. */
  isPressed: boolean;
  /** Whether it had the focus. */
  readonly isFocused: boolean;
  /** Whether the scripts are there, so that nothing is drawn anymore. */
  isOver: boolean;
};

declare global {
  var earlyLanding: EarlyLanding | undefined;
}

/** Returns the invitation that the page asked for early with this token, once; null if it asked for none, or got none. */
export async function takeEarlyInvitation(token: string): Promise<Invitation | null> {
  const early = globalThis.earlyLanding;
  if (early?.token !== token || early.isOver) return null;
  early.isOver = true;
  return (await early.answer)?.invitation ?? null;
}

/** Returns whether the button was pressed while the scripts were still on their way, once. */
export function takeEarlyPress(): boolean {
  const isPressed = globalThis.earlyLanding?.isPressed === true;
  if (globalThis.earlyLanding !== undefined) globalThis.earlyLanding.isPressed = false;
  return isPressed;
}

/** Removes what was drawn early, once the page has its own. The keyboard stays on the button. */
export async function endEarlyLanding(): Promise<void> {
  const drawn = document.getElementById('early-landing');
  if (drawn === null) return;
  await tick();
  drawn.remove();
  if (globalThis.earlyLanding?.isFocused === true)
    document.querySelector('main')?.querySelector('button')?.focus({ preventScroll: true });
}
