import { redirect } from '@sveltejs/kit';
import { settingsPages } from '#ui/account/navigation.ts';
import type { PageServerLoad } from './$types';

/** The settings open on the first page that one may see. */
export const load: PageServerLoad = async ({ parent }) => {
  const { role } = await parent();
  redirect(303, settingsPages(role)[0]?.href ?? '/envelopes');
};
