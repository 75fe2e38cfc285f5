import { redirect } from '@sveltejs/kit';
import { listSettingsGroups } from '#ui/account/settings/settings-pages.ts';
import type { PageServerLoad } from './$types';

/** Opens the first settings page that the role allows. */
export const load: PageServerLoad = async ({ parent }) => {
  const { role } = await parent();
  redirect(303, listSettingsGroups(role)[0]?.pages[0]?.href ?? '/envelopes');
};
