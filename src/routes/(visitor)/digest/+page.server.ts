import { createFormAction } from '#ui/kit/form-action.ts';
import { nameLink, readLinkToken, readShownToken } from '#ui/kit/link-token.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async (event) => {
  const token = readLinkToken(event, 'digest');
  return { digest: await event.locals.caller.digestLink.check({ token }), link: nameLink(token) };
};

export const actions: Actions = {
  default: createFormAction(async (submitted) => {
    const token = readShownToken(submitted, 'digest');
    return await submitted.caller.digestLink.switch({ token, on: submitted.text('on') === 'true' });
  }),
};
