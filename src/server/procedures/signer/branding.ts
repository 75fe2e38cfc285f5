import type { WireBranding } from '#wire/signer-view.ts';
import type { Organization } from '#server/db/organizations.ts';

/** How an organization shows itself to the people it sends to. */
export function brandingOf(organization: Organization): WireBranding {
  return {
    displayName: organization.name,
    logoUrl: null,
    accentColor: organization.accentColor,
    logoWidth: null,
    logoHeight: null,
  };
}
