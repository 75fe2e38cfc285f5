import { redirect } from '@sveltejs/kit';
import { settingsPages } from '#ui/account/navigation.ts';
import type { PageServerLoad } from './$types';

/** Opens the first settings page that the role allows. */
export const load: PageServerLoad = async ({ parent }) => {
  const { role } = await parent();
  redirect(303, settingsPages(role)[0]?.href ?? '/envelopes');
};
