import { MAIL_DELIVERY_STATUSES } from '#domain/mail-delivery.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
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
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  test: createSettingsAction('test', async ({ caller }) => {
    await caller.mail.test({});
    return undefined;
  }),
  /** Sends a signer a new link, which they need regardless of which email failed. */
  resend: createSettingsAction('resend', async ({ caller, text }) => {
    const id = text('envelopeId');
    const { envelope: read } = await caller.envelope.get({ id });
    await caller.envelope.resendLink({
      id,
      participantId: text('participantId'),
      expectedVersion: read.version,
    });
    return undefined;
  }),
  invite: createSettingsAction('resend', async ({ caller, text }) => {
    await caller.member.resendInvitation({ id: text('invitationId') });
    return undefined;
  }),
};
