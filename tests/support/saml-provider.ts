import { generateKeyPairSync, randomUUID, webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { X509CertificateGenerator } from '@peculiar/x509';
import samlify from 'samlify';
import { SignedXml } from 'xml-crypto';

const FORMATS = 'urn:oasis:names:tc:SAML';
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const PERSISTENT = `${FORMATS}:2.0:nameid-format:persistent`;
export const TRANSIENT = `${FORMATS}:2.0:nameid-format:transient`;
export const EMAIL_FORMAT = `${FORMATS}:1.1:nameid-format:emailAddress`;

/** How the provider's response differs from a correct one. */
type Saying = {
  readonly subject?: string;
  readonly format?: string;
  readonly email?: string | null;
  /** The name of the attribute with the address. */
  readonly emailName?: string;
  readonly name?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly recipient?: string;
  readonly inResponseTo?: string;
  readonly lifetimeInSeconds?: number;
  readonly signAssertion?: boolean;
  readonly signResponse?: boolean;
  readonly signatureAlgorithm?: keyof typeof ALGORITHMS;
  readonly signer?: SigningKey;
};
export type SigningKey = { readonly key: string; readonly certificate: string };

/** A SAML identity provider with one account. */
export type SamlProviderServer = {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly signer: SigningKey;
  /** What administrators copy from it. */
  readonly metadata: string;
  /** Who is signed in there, and how it misbehaves. */
  saying: Saying;
  /** Visits a URL like a browser. Returns the target of the provider's form, and its decoded response. */
  readonly visit: (url: string) => Promise<{ readonly action: string; readonly xml: string }>;
  readonly close: () => Promise<void>;
};

const KINDS = {
  RSA: {
    make: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  },
  EC: {
    make: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    algorithm: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  },
  Ed25519: { make: () => generateKeyPairSync('ed25519'), algorithm: { name: 'Ed25519' } },
} as const;

/** Makes a key with a certificate. */
export async function makeSigningKey(kind: keyof typeof KINDS = 'RSA'): Promise<SigningKey> {
  const { make, algorithm } = KINDS[kind];
  const { privateKey, publicKey } = make();
  const { subtle } = webcrypto;
  const keys = {
    privateKey: await subtle.importKey(
      'pkcs8',
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      algorithm,
      true,
      ['sign'],
    ),
    publicKey: await subtle.importKey(
      'spki',
      publicKey.export({ type: 'spki', format: 'der' }),
      algorithm,
      true,
      ['verify'],
    ),
  };
  const certificate = await X509CertificateGenerator.createSelfSigned(
    { name: 'CN=Example ID', keys: keys as CryptoKeyPair, signingAlgorithm: algorithm },
    webcrypto as Crypto,
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: certificate.toString('pem'),
  };
}

/** Starts samlify's identity provider on loopback. */
export async function startSamlProvider(): Promise<SamlProviderServer> {
  const signer = await makeSigningKey();
  const server = createServer((request, response) => void answer(provider, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const entityId = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signInUrl = `${entityId}/sign-in`;
  const provider: SamlProviderServer = {
    entityId,
    signInUrl,
    signer,
    metadata: metadataOf(entityId, signInUrl, signer.certificate),
    saying: {},
    visit: async (url) => formIn(await (await fetch(url)).text()),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** A response that was changed in transit, as browsers post it. */
export function encoded(xml: string): string {
  return new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString();
}

async function answer(
  provider: SamlProviderServer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { signer, saying, entityId, signInUrl } = provider;
  const { searchParams } = new URL(request.url ?? '/', entityId);
  const asked = requestIn(searchParams.get('SAMLRequest'));
  const action = asked?.answerUrl ?? saying.recipient ?? '';
  const algorithm = saying.signatureAlgorithm ?? 'rsa-sha256';
  const isEc = algorithm.startsWith('ecdsa');
  // The library signs with RSA keys only.
  const { key, certificate } = (isEc ? null : saying.signer) ?? signer;
  const idp = samlify.IdentityProvider({
    entityID: saying.issuer ?? entityId,
    signingCert: certificate,
    privateKey: key,
    nameIDFormat: [PERSISTENT],
    requestSignatureAlgorithm: ALGORITHMS[isEc ? 'rsa-sha256' : algorithm],
    singleSignOnService: [{ Binding: REDIRECT, Location: signInUrl }],
    singleLogoutService: [{ Binding: REDIRECT, Location: signInUrl }],
    loginResponseTemplate: { context: template(saying), attributes: [] },
  });
  const sp = samlify.ServiceProvider({
    entityID: asked?.issuer ?? '',
    wantAssertionsSigned: saying.signAssertion ?? true,
    wantMessageSigned: saying.signResponse ?? false,
    assertionConsumerService: [{ Binding: POST, Location: action }],
  });
  const fill = (context: string) => {
    const id = `_${randomUUID()}`;
    const now = new Date().toISOString();
    const until = new Date(Date.now() + (saying.lifetimeInSeconds ?? 300) * 1000).toISOString();
    const filled = samlify.SamlLib.replaceTagsByValue(context, {
      ...{ ID: id, AssertionID: `_${randomUUID()}`, IssueInstant: now, ConditionsNotBefore: now },
      ...{ ConditionsNotOnOrAfter: until, SubjectConfirmationDataNotOnOrAfter: until },
      Destination: action,
      InResponseTo: saying.inResponseTo ?? asked?.id ?? '',
      Issuer: saying.issuer ?? entityId,
      StatusCode: `${FORMATS}:2.0:status:Success`,
      NameIDFormat: saying.format ?? PERSISTENT,
      NameID: saying.subject ?? 'alice-1',
      SubjectRecipient: saying.recipient ?? action,
      Audience: saying.audience ?? asked?.issuer ?? '',
      AuthnStatement: '',
    });
    // A sign-in that nobody requested refers to no request.
    return { id, context: asked === null ? filled.replaceAll(/ InResponseTo="[^"]*"/g, '') : filled };
  };
  const made = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: asked?.id ?? '' } } },
    'post',
    {},
    fill,
  );
  const said = isEc ? signAgain(made.context, algorithm, saying.signer ?? signer) : made.context;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Example ID</title>
<form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${said}">
<button>Continue as Alice</button></form></html>`);
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ASSERTION = "//*[local-name(.)='Assertion']";

/** Signs the assertion of a response (base64) with another key. */
function signAgain(context: string, algorithm: keyof typeof ALGORITHMS, { key }: SigningKey): string {
  const xml = Buffer.from(context, 'base64').toString();
  const signed = new SignedXml({
    privateKey: key,
    signatureAlgorithm: ALGORITHMS[algorithm],
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signed.addReference({
    xpath: ASSERTION,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
  });
  signed.computeSignature(xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, ''), {
    location: { reference: `${ASSERTION}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return Buffer.from(signed.getSignedXml()).toString('base64');
}

const REDIRECT = `${FORMATS}:2.0:bindings:HTTP-Redirect`;
const POST = `${FORMATS}:2.0:bindings:HTTP-POST`;
const ALGORITHMS = {
  'rsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'rsa-sha1': 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  'ecdsa-sha256': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
  'ecdsa-sha384': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384',
  'ecdsa-sha512': 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512',
};

/** The library's own response, with the account's attributes. */
function template({ email, emailName = `${CLAIMS}/emailaddress`, name = 'Alice Adams' }: Saying): string {
  const attribute = (attributeName: string, value: string) =>
    `<saml:Attribute Name="${attributeName}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
  const attributes = [
    ...(email === null || email === undefined ? [] : [attribute(emailName, email)]),
    attribute(`${CLAIMS}/name`, name),
  ];
  return samlify.SamlLib.defaultLoginResponseTemplate.context.replace(
    '{AttributeStatement}',
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
  );
}

/** Reads a request (HTTP-Redirect binding); null without one. */
function requestIn(request: string | null): { id: string; issuer: string; answerUrl: string } | null {
  if (request === null) return null;
  const xml = inflateRawSync(Buffer.from(request, 'base64')).toString();
  const [, id = ''] = / ID="([^"]*)"/.exec(xml) ?? [];
  const [, issuer = ''] = /<saml:Issuer[^>]*>([^<]*)</.exec(xml) ?? [];
  const [, answerUrl = ''] = /AssertionConsumerServiceURL="([^"]*)"/.exec(xml) ?? [];
  return { id, issuer, answerUrl };
}

function formIn(html: string): { action: string; xml: string } {
  const [, action = ''] = /action="([^"]*)"/.exec(html) ?? [];
  const [, value] = /name="SAMLResponse" value="([^"]*)"/.exec(html) ?? [];
  if (value === undefined) throw new Error(`the identity provider answered ${html}`);
  return { action, xml: Buffer.from(value, 'base64').toString() };
}

function metadataOf(entityId: string, signInUrl: string, certificate: string): string {
  const body = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
      <ds:X509Certificate>${body}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}
