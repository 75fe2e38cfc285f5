import { createPageCaller, type PageCaller } from '#server/procedures/router.ts';
import type { TestApi, Tenant } from './api.ts';
import type { Role } from '#domain/organization/role.ts';
import { openCookies } from '#server/surface/cookies.ts';

/** Calls the dashboard's operations in process as an organization's owner, the way pages do. */
export function ownerOf(api: TestApi, tenant: Tenant): PageCaller {
  return personOf(api, tenant, 'owner');
}

/** The same for someone with another role. */
export function personOf(api: TestApi, tenant: Tenant, role: Role): PageCaller {
  return createPageCaller({
    services: api.services,
    principal: {
      kind: 'session',
      session: {
        id: 'session_test',
        user: {
          id: tenant.userId,
          name: 'Olga Owner',
          email: 'olga@acme.example',
          emailVerified: true,
          language: null,
          timeZone: null,
        },
        organization: { id: tenant.organizationId, name: 'Acme GmbH', standing: 'active', testOf: null },
        role,
        hasSecondFactor: false,
        needsSecondFactor: false,
        singleSignOn: false,
        administersInstance: false,
      },
    },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'test',
    body: null,
    contentType: null,
    idempotency: null,
    replyHeaders: new Headers(),
    cookies: openCookies(new Headers(), new Headers(), 'http://localhost:3000'),
  });
}
