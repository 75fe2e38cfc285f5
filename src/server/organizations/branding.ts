import type { Organization } from '#server/db/organizations/organizations.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import type { Services } from '#server/runtime/services.ts';

/** How an organization appears to recipients on pages and in emails. */
export type ShownBranding = {
  readonly displayName: string;
  /** An absolute URL, because emails have no page to be relative to. */
  readonly logoUrl: string | null;
  readonly accentColor: string | null;
  readonly logoWidth: number | null;
  readonly logoHeight: number | null;
  /** Whether the organization belongs to a test environment. Pages and emails show this. */
  readonly isTest: boolean;
};

/**
 * The path of logos. File names are hashes of the content, so that nobody can look up a particular
 * organization's logo.
 */
export const LOGOS_PATH = '/api/logos';

/** Returns an organization's branding. */
export function buildBranding(
  { config }: Pick<Services, 'config'>,
  { accentColor, logo, ...organization }: Pick<Organization, 'name' | 'testOf' | 'accentColor' | 'logo'>,
): ShownBranding {
  return {
    displayName: getShownName(organization),
    logoUrl: logo === null ? null : `${config.http.origin}${LOGOS_PATH}/${logo.sha256}.png`,
    accentColor,
    logoWidth: logo?.width ?? null,
    logoHeight: logo?.height ?? null,
    isTest: organization.testOf !== null,
  };
}

/** The service's own branding, for account emails. */
export const OWN_BRANDING: ShownBranding = {
  displayName: 'Countersign',
  logoUrl: null,
  accentColor: null,
  logoWidth: null,
  logoHeight: null,
  isTest: false,
};
