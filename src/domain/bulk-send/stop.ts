import type { Loss } from '../organization/may-still.ts';

export const BULK_STOPS = [
  'sender_removed',
  'sender_demoted',
  'sender_left_team',
] as const satisfies readonly `sender_${Loss}`[];
/** Why a bulk send stopped early: the person who started it may no longer send for the organization. */
export type BulkStop = (typeof BULK_STOPS)[number];

export const BULK_STOP_WORDS: Readonly<Record<BulkStop, string>> = {
  sender_removed: 'Not sent: the person who started this is no longer a member of the organization.',
  sender_demoted: 'Not sent: the person who started this is no longer allowed to send.',
  sender_left_team: "Not sent: the person who started this no longer belongs to the template's team.",
};
