import { expect, it } from 'vitest';
import { listBulkTargets } from '#domain/bulk-send/targets.ts';
import { listAddresses, findRepeatedRows } from '#ui/templates/bulk/repeated-rows.ts';

it('finds rows that go to the same people as an earlier one', () => {
  const roles = ['tenant', 'guarantor'].map((apiRoleName) => ({
    id: apiRoleName,
    apiRoleName,
    name: apiRoleName,
  }));
  const targets = listBulkTargets({ roles, fields: [], variables: [] } as unknown as Parameters<
    typeof listBulkTargets
  >[0]);
  const row = (number: number, tenant: string, guarantor: string) => ({
    number,
    values: { tenant_email: tenant, guarantor_email: guarantor },
  });
  const rows = [
    row(1, 'ada@example.com', 'ben@example.com'),
    row(2, ' ADA@example.com', 'ben@example.com '),
    row(3, 'ada@example.com', 'cem@example.com'),
    row(4, '', ''),
    row(5, '', ''),
  ];
  expect(listAddresses(rows[1] ?? row(0, '', ''), targets)).toEqual(['ADA@example.com', 'ben@example.com']);
  expect(findRepeatedRows(rows, targets).map(({ number }) => number)).toEqual([2]);
});
