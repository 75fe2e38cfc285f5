import { SignerProblem, type SignerOperations } from '#ui/signer/signer-api.ts';
import { toMessage } from '#domain/envelope/message.ts';
import type { DraftMessage } from '#ui/editor/draft/draft.ts';
import type { SignerView } from '#wire/signer-view.ts';

/**
 * The operations of the signer's page, served from a draft. Only the document comes from the server, and
 * nothing is sent to it.
 */
export function previewOperations(view: SignerView, message: DraftMessage): SignerOperations {
  return {
    invitation: () =>
      Promise.resolve({
        senderName: view.senderName,
        senderEmail: view.senderEmail,
        displayName: view.envelope.displayName,
        branding: view.branding,
        envelopeStatus: view.envelope.status,
        isReplaced: false,
        expiresAt: view.envelope.expiresAt,
        participantStatus: view.me.status,
        role: view.me.role,
        authentication: { method: 'link', state: 'passed', phone: null, providerName: null },
        message: toMessage(message),
        documents: view.envelope.documents,
        privateMessage: view.me.message,
        participants: [
          { name: view.me.name, role: view.me.role, status: view.me.status, isTheirTurn: true, isMe: true },
        ],
      }),
    startCode: () => Promise.resolve(null),
    authenticate: () => Promise.resolve(''),
    envelope: () => Promise.resolve(view),
    document: (variant) => fetchDocument(view.envelope.id, variant === 'current' ? 'current' : 'prepared'),
    pagePicture: () => Promise.resolve(null),
    consent: () => Promise.resolve('in_progress'),
    sign: () => Promise.resolve('in_progress'),
    attach: ({ fieldId, filename, content }) =>
      Promise.resolve({
        ...{ id: `preview-${fieldId}-${filename}`, fieldId, filename, contentType: content.type },
        ...{ sizeBytes: content.size, sha256: '' },
      }),
    detach: () => Promise.resolve(),
    decline: () => Promise.resolve('declined'),
    delegate: () => Promise.resolve(),
    requestNewLink: () => Promise.resolve(),
  };
}

async function fetchDocument(envelopeId: string, variant: 'prepared' | 'current'): Promise<Uint8Array> {
  try {
    const response = await fetch(`/envelopes/${envelopeId}/document?variant=${variant}`);
    if (!response.ok) throw new SignerProblem('unavailable');
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw error instanceof SignerProblem ? error : new SignerProblem('network');
  }
}
