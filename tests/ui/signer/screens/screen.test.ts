import { describe, expect, it } from 'vitest';
import { canRenew, getFailureMessage, getLinkScreen, findSettledScreen } from '#ui/signer/screens/screen.ts';
import { SignerProblem } from '#ui/signer/signer-api.ts';

describe('settledScreen', () => {
  it.each([
    ['in_progress', 'pending', null],
    ['in_progress', 'signed', { name: 'done', completed: false }],
    ['completed', 'signed', { name: 'done', completed: true }],
    ['declined', 'declined', { name: 'ended', ending: 'declinedByMe' }],
    ['declined', 'signed', { name: 'ended', ending: 'declined' }],
    ['voided', 'pending', { name: 'ended', ending: 'voided' }],
    ['expired', 'pending', { name: 'ended', ending: 'expired' }],
    ['draft', 'pending', { name: 'ended', ending: 'unavailable' }],
  ] as const)('%s, %s', (envelope, me, screen) => {
    expect(findSettledScreen(envelope, me)).toEqual(screen);
  });
});

describe('linkScreen', () => {
  it('distinguishes replaced, expired and broken links, and offers a retry for other errors', () => {
    const trouble = (reason?: string) => getLinkScreen(new SignerProblem('unauthorized', { reason }));
    expect([trouble('link_replaced'), trouble('link_expired'), trouble()]).toEqual([
      { name: 'link', trouble: 'replaced' },
      { name: 'link', trouble: 'expired' },
      { name: 'link', trouble: 'invalid' },
    ]);
    expect(getLinkScreen(new SignerProblem('network'))).toBeNull();
  });

  it('says that there is no newer link while the sender has the document back', () => {
    const details = { reason: 'link_replaced', recalled: true };
    const screen = getLinkScreen(new SignerProblem('unauthorized', details));
    expect(screen).toEqual({ name: 'link', trouble: 'recalled' });
    expect(canRenew('recalled')).toBe(false);
  });

  it.each(['link_replaced', 'link_expired'])(
    'offers no new link if nothing is left to sign: %s',
    (reason) => {
      const details = { reason, over: true, displayName: 'Lease', senderName: 'Grace' };
      const screen = getLinkScreen(new SignerProblem('unauthorized', details));
      const about = { document: 'Lease', sender: 'Grace' };
      expect(screen).toEqual({ name: 'link', trouble: 'past', about });
      expect(canRenew('past')).toBe(false);
    },
  );

  it('says who acts now, to someone who handed their turn over', () => {
    const details = { reason: 'link_replaced', delegatedTo: 'Ben', senderName: 'Grace' };
    const screen = getLinkScreen(new SignerProblem('unauthorized', details));
    expect(screen).toEqual({ name: 'delegated', to: 'Ben', sender: 'Grace' });
  });
});

describe('failureMessage', () => {
  it('says how long to wait when the server does', () => {
    expect(getFailureMessage(new SignerProblem('rate_limited', {}, 1))).toContain('1 second.');
    expect(getFailureMessage(new SignerProblem('rate_limited', {}, 30))).toContain('30 seconds.');
  });
});
