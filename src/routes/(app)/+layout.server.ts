import { redirect } from '@sveltejs/kit';
import { buildSignInPath } from '#ui/account/next-path.ts';
import { parseAcceptedLanguages } from '#ui/kit/reader-locale.ts';
import type { LayoutServerLoad } from './$types';

/** The pages for members who lack the second factor that their organization requires. */
const WITHOUT_SECOND_FACTOR: ReadonlySet<string> = new Set(['/settings/profile', '/settings/organization']);

export const load: LayoutServerLoad = async ({ locals, request, url }) => {
  // The surface table sends visitors to sign in. Only a form that was posted without scripts gets here, after
  // it was refused.
  if (locals.session === null) redirect(303, buildSignInPath(url.pathname + url.search));
  const { user, organization, role, needsSecondFactor, administersInstance } = locals.session;
  if (needsSecondFactor && !WITHOUT_SECOND_FACTOR.has(url.pathname)) redirect(303, '/settings/profile');
  const reader =
    user.timeZone === null
      ? null
      : {
          timeZone: user.timeZone,
          languages: parseAcceptedLanguages(request.headers.get('accept-language')),
        };
  return { user, organization, role, needsSecondFactor, administersInstance, reader };
};
