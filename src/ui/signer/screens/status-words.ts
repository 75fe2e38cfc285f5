import { m } from '#i18n/compiled/messages.js';
import type { About, Ending, LinkTrouble } from './screen.ts';

type Words = { readonly title: string; readonly text: string };

/** When the deadline passed, and for which document. */
type Deadline = { readonly date: string; readonly document: string };

/** Explains why there is nothing to sign, and whom to contact. */
export function describeEnding(ending: Ending, sender: string, deadline: Deadline | null = null): Words {
  switch (ending) {
    case 'declinedByMe':
      return { title: m.ended_declined_by_me_title(), text: m.ended_declined_by_me_text({ sender }) };
    case 'declined':
      return { title: m.ended_declined_title(), text: m.ended_declined_text({ sender }) };
    case 'voided':
      return { title: m.ended_voided_title(), text: m.ended_voided_text({ sender }) };
    case 'expired':
      return {
        title: deadline === null ? m.ended_expired_title() : m.ended_expired_on(deadline),
        text: m.ended_expired_text({ sender }),
      };
    case 'unavailable':
      return { title: m.ended_unavailable_title(), text: m.ended_unavailable_text({ sender }) };
    default:
      return ending satisfies never;
  }
}

/** Explains to someone with a link to an earlier version that it isn't the one to sign. */
export function describeReplacement(sender: string): Words {
  return { title: m.ended_replaced_title(), text: m.ended_replaced_text({ sender }) };
}

/** Explains what is wrong with the link, and how to get a working one. */
export function describeLinkTrouble(trouble: LinkTrouble, about: About | undefined): Words {
  switch (trouble) {
    case 'missing':
      return { title: m.link_missing_title(), text: m.link_missing_text() };
    case 'recalled':
      return { title: m.link_recalled_title(), text: m.link_recalled_text() };
    case 'replaced':
      return { title: m.link_replaced_title(), text: m.link_replaced_text() };
    case 'expired':
      return { title: m.link_expired_title(), text: m.link_expired_text() };
    case 'past':
      return { title: m.link_past_title(), text: m.link_past_text({ sender: about?.sender ?? '' }) };
    case 'suspended':
      return { title: m.link_suspended_title(), text: m.link_suspended_text() };
    case 'invalid':
      return { title: m.link_invalid_title(), text: m.link_invalid_text() };
    case 'tab':
      return { title: m.link_tab_title(), text: m.link_tab_text() };
    case 'tabCanceled':
      return { title: m.link_tab_title(), text: m.link_tab_canceled_text() };
    case 'session':
      return { title: m.session_over_title(), text: m.session_over_text() };
    default:
      return trouble satisfies never;
  }
}
