import type { Organization } from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/app/services.ts';

/** How an organization shows itself to the people it sends to, on pages and in mails. */
export type ShownBranding = {
  readonly displayName: string;
  /** Absolute: mails have no page that it could be relative to. */
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
};

/** Where logos are: a picture's address is the hash of its content, so that nobody can look for an organization's. */
export const LOGOS_PATH = '/api/logos';

/** How an organization shows itself. */
export function brandingOf(
  { config }: Pick<Services, 'config'>,
  { name, accentColor, logo }: Pick<Organization, 'name' | 'accentColor' | 'logo'>,
): ShownBranding {
  return {
    displayName: name,
    logoUrl: logo === null ? null : `${config.http.origin}${LOGOS_PATH}/${logo.sha256}.png`,
    accentColor,
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
  };
}

/** How the service itself appears, in mails about accounts. */
export const OWN_BRANDING: ShownBranding = {
  displayName: 'Countersign',
  logoUrl: null,
  accentColor: null,
  logoWidth: null,
  logoHeight: null,
};
