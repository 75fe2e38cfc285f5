import { may, type Role } from '../organization/role.ts';

export const BULK_STOPS = ['sender_removed', 'sender_demoted'] as const;
/** Why a bulk send ended before its rows did: whoever started it may not send for the organization any more. */
export type BulkStop = (typeof BULK_STOPS)[number];

/** What each row that was not sent says of it. */
export const BULK_STOP_WORDS: Readonly<Record<BulkStop, string>> = {
  sender_removed: 'Not sent: the person who started this is no longer a member of the organization.',
  sender_demoted: 'Not sent: the person who started this is no longer allowed to send.',
};

/** Whether a bulk send goes on, by the present role of who started it: null says it does. */
export function bulkStop(role: Role | null): BulkStop | null {
  if (role === null) return 'sender_removed';
  return may(role, 'send') ? null : 'sender_demoted';
}
