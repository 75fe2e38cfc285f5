import { redirect } from '@sveltejs/kit';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

/** Finds the next envelope that waits for the person. Once there is none, the list says so. */
export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  const { items } = await locals.caller.envelope
    .list({ view: 'waiting', turn: 'mine', sort: 'urgency', limit: 1 })
    .catch(throwPageRefusal);
  const [next] = items;
  if (next === undefined) redirect(303, '/envelopes');
  return { next: { id: next.id, displayName: next.displayName } };
};
