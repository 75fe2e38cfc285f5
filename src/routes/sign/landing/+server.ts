import { json } from '@sveltejs/kit';
import { render } from 'svelte/server';
import { buildAccentSheet } from '#ui/branding/own-branding.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { DrawnLanding } from '#ui/signer/early-landing.ts';
import InvitationPage from '#ui/signer/invitation/InvitationPage.svelte';
import { findSettledScreen } from '#ui/signer/screens/screen.ts';
import type { Invitation } from '#wire/signer.ts';
import type { RequestHandler } from './$types';

/**
 * Renders the landing page for the holder of a link. The page asks for it before its scripts have loaded. If
 * the request is refused, the page asks again for the reason.
 */
export const GET: RequestHandler = async ({ locals }) => {
  try {
    const invitation = await locals.caller.invitation.get({});
    const { envelopeStatus, participantStatus } = invitation;
    const isFirst = findSettledScreen(envelopeStatus, participantStatus) === null;
    return json({ invitation, html: isFirst ? renderLanding(invitation) : null } satisfies DrawnLanding);
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

function renderLanding(invitation: Invitation): string {
  const { body } = render(InvitationPage, { props: { invitation }, idPrefix: 'early' });
  const accent = buildAccentSheet(invitation.branding);
  return accent === '' ? body : `<style>${accent}</style>${body}`;
}
