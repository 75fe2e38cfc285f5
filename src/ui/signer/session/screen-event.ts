import type { FrameEvent } from '#ui/kit/frame-bridge.ts';
import type { Screen } from '#ui/signer/screens/screen.ts';

/**
 * Returns the event that tells the page around the frame about a screen, or null if there is nothing new to
 * tell.
 */
export function toFrameEvent(screen: Screen): FrameEvent | null {
  switch (screen.name) {
    case 'signing':
      return { type: 'viewed' };
    case 'done':
      return { type: 'signed' };
    case 'ended':
      return screen.ending === 'declinedByMe' ? { type: 'declined' } : { type: 'error', code: screen.ending };
    case 'link':
      return { type: 'error', code: 'session_over' };
    case 'failed':
      return { type: 'error', code: 'unavailable' };
    case 'loading':
    case 'landing':
    case 'code':
    case 'signIn':
    case 'review':
    case 'delegated':
    case 'waiting':
      return null;
    default:
      return screen satisfies never;
  }
}
