import { describe, expect, it } from 'vitest';
import { OutboundError, type OutboundFailure } from '#server/outbound/errors.ts';
import type { OutboundRequest } from '#server/outbound/outbound.ts';
import { openSms, type SmsSettings } from '#server/outbound/sms-gateway.ts';

const MESSAGE = { to: '+14155550142', text: '123456 from "Ada" & <Co> {to}\nübermorgen' };
const JSON_TYPE = { 'content-type': 'application/json' };
const TO_AND_TEXT = '{"to":"{to}","text":"{text}"}';

/** Returns the request that the gateway gets with these settings. */
async function asked(settings: Partial<SmsSettings>): Promise<OutboundRequest> {
  const requests: OutboundRequest[] = [];
  const all = { method: 'POST' as const, url: 'https://sms.example', headers: JSON_TYPE, body: TO_AND_TEXT };
  const send = openSms({ ...all, ...settings }, (request) => {
    requests.push(request);
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0), truncated: false });
  });
  await send?.(MESSAGE);
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  return request;
}

async function failureFor(answer: number | OutboundFailure): Promise<unknown> {
  const settings = {
    method: 'POST' as const,
    url: 'https://sms.example',
    headers: JSON_TYPE,
    body: TO_AND_TEXT,
  };
  const send = openSms(settings, () =>
    typeof answer === 'number'
      ? Promise.resolve({ status: answer, headers: {}, body: Buffer.from(MESSAGE.to), truncated: false })
      : Promise.reject(new OutboundError(answer)),
  );
  return await send?.(MESSAGE).then(
    () => null,
    (error: unknown) => error,
  );
}

describe('the request to an SMS gateway', () => {
  it('has JSON in which no text ends a string', async () => {
    expect(JSON.parse((await asked({})).body ?? '')).toEqual(MESSAGE);
  });

  it('has a form in which no text adds a field', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const { body } = await asked({ headers, body: 'From=Acme&To={to}&Body={text}' });
    expect([...new URLSearchParams(body)]).toEqual([
      ['From', 'Acme'],
      ['To', MESSAGE.to],
      ['Body', MESSAGE.text],
    ]);
  });

  it('has XML in which no text opens an element', async () => {
    const { body } = await asked({
      headers: { 'content-type': 'application/xml' },
      body: '<sms to="{to}">{text}</sms>',
    });
    expect(body).toBe(
      '<sms to="+14155550142">123456 from &#34;Ada&#34; &#38; &#60;Co&#62; {to}\nübermorgen</sms>',
    );
  });

  it('has everything in its URL and no body with GET', async () => {
    const request = await asked({ method: 'GET', url: 'https://sms.example/send?to={to}&text={text}&key=k' });
    expect(request.body).toBeUndefined();
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual({ ...MESSAGE, key: 'k' });
  });
});

describe('an answer of an SMS gateway', () => {
  it.each([200, 201, 202, 204])('%i is success', async (status) => {
    expect(await failureFor(status)).toBeNull();
  });

  it.each([408, 429, 500, 503, 'unreachable', 'timeout', 'unresolvable'] as const)(
    '%s is tried again',
    async (answer) => {
      expect(await failureFor(answer)).toMatchObject({ name: 'SmsFailure', permanent: false });
    },
  );

  it.each([301, 400, 401, 404, 'forbidden_address', 'forbidden_url'] as const)(
    '%s is final',
    async (answer) => {
      expect(await failureFor(answer)).toMatchObject({ name: 'SmsFailure', permanent: true });
    },
  );

  it('is never quoted, since it may repeat the phone number', async () => {
    expect(String(await failureFor(400))).not.toContain(MESSAGE.to);
  });
});
