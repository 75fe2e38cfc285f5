import { X509Certificate } from 'node:crypto';
import { LIMITS } from '#domain/limits.ts';
import { parseXmlElements, XmlProblem } from './xml-elements.ts';
import { hasKnownCurve } from './ec-signatures.ts';

/** The parts of a SAML identity provider's published metadata that signing in needs. */
export type ProviderMetadata = {
  readonly entityId: string;
  readonly signInUrl: string;
  readonly certificates: readonly string[];
};

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of one identity provider. Returns a text that says what is wrong if it is invalid. */
export function readProviderMetadata(xml: string): ProviderMetadata | string {
  try {
    const elements = parseXmlElements(xml);
    const entities = elements.filter(({ name, uri }) => name === 'EntityDescriptor' && uri === METADATA);
    if (entities.length !== 1) return 'must describe one identity provider';
    const within = elements.filter(({ path }) => path.includes('IDPSSODescriptor'));
    const signInUrl = within.find(
      ({ name, attributes }) => name === 'SingleSignOnService' && attributes['Binding'] === REDIRECT,
    )?.attributes['Location'];
    if (signInUrl === undefined) return 'has no sign-in address for HTTP-Redirect';
    // Keys without a stated use also sign, so only the encryption keys are left out.
    const isEncryption = new Set<number>();
    let key = -1;
    const texts = within.flatMap(({ name, attributes, text }) => {
      if (name === 'KeyDescriptor') {
        key += 1;
        if (attributes['use'] === 'encryption') isEncryption.add(key);
      }
      return name === 'X509Certificate' && !isEncryption.has(key) ? [text] : [];
    });
    const parsed = parseCertificates(texts);
    if (parsed === null) return 'has no valid signing certificate';
    const certificates = parsed.filter(hasSupportedKey);
    if (certificates.length === 0) return 'has no signing certificate with an RSA or EC key';
    return { entityId: entities[0]?.attributes['entityID'] ?? '', signInUrl, certificates };
  } catch (error) {
    if (error instanceof XmlProblem) return 'must be valid XML';
    throw error;
  }
}

/**
 * Returns certificates (PEM or base64 of the DER) as base64, each only once; null if one is invalid or there
 * are none.
 */
export function parseCertificates(texts: readonly string[]): readonly string[] | null {
  const bodies = texts.flatMap((text) => text.split(/-----(?:BEGIN|END) CERTIFICATE-----/));
  const found = [...new Set(bodies.map((text) => text.replaceAll(/\s+/g, '')).filter((text) => text !== ''))];
  if (found.length === 0 || found.length > LIMITS.certificatesMax) return null;
  return found.every(isCertificate) ? found : null;
}

/** Checks whether signatures can be checked with the key of a certificate: RSA, or an elliptic curve. */
export function hasSupportedKey(base64: string): boolean {
  const { publicKey } = new X509Certificate(Buffer.from(base64, 'base64'));
  return publicKey.asymmetricKeyType === 'rsa' || hasKnownCurve(publicKey);
}

function isCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.type === 'public';
  } catch {
    return false;
  }
}
