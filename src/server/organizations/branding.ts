import type { Organization } from '#server/db/organizations/organizations.ts';
import type { Services } from '#server/app/services.ts';

/** How an organization appears to recipients, on pages and in emails. */
export type ShownBranding = {
  readonly displayName: string;
  /** Absolute, because emails have no page to be relative to. */
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
};

/** Path of logos. Their names are hashes of the content, so that nobody can look up an organization's. */
export const LOGOS_PATH = '/api/logos';

/** Returns an organization's branding. */
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

/** The service's own branding, for account emails. */
export const OWN_BRANDING: ShownBranding = {
  displayName: 'Countersign',
  logoUrl: null,
  accentColor: null,
  logoWidth: null,
  logoHeight: null,
};
