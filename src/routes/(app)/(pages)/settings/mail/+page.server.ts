import { MAIL_DELIVERY_STATUSES } from '#domain/mail-delivery.ts';
import { textOf } from '#ui/account/audit.ts';
import { settingsAction } from '#ui/account/settings-action.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url, depends }) => {
  depends('settings:mail');
  await parent();
  const cursor = url.searchParams.get('cursor') ?? '';
  const status = MAIL_DELIVERY_STATUSES.find((one) => one === url.searchParams.get('status'));
  try {
    const mail = await locals.caller.mail.status({
      ...(status === undefined ? {} : { status }),
      ...(cursor === '' ? {} : { cursor }),
    });
    return { mail, status: status ?? null, isFirstPage: cursor === '' };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

export const actions: Actions = {
  test: settingsAction('test', async ({ mail }) => {
    await mail.test({});
    return undefined;
  }),
  /** Sends a signer a new link, which they need whichever email failed. */
  resend: settingsAction('resend', async ({ envelope }, form) => {
    const id = textOf(form, 'envelopeId');
    const { envelope: read } = await envelope.get({ id });
    await envelope.resendLink({
      id,
      participantId: textOf(form, 'participantId'),
      expectedVersion: read.version,
    });
    return undefined;
  }),
  invite: settingsAction('resend', async ({ member }, form) => {
    await member.resendInvitation({ id: textOf(form, 'invitationId') });
    return undefined;
  }),
};
