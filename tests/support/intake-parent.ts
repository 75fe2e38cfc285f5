import { openIntake } from '#server/pdf/intake/intake.ts';

/** A process with an intake that is killed while reading a document. */
const [sourcePath = '', targetPath = ''] = process.argv.slice(2);
const intake = openIntake({ processes: 1, program: new URL('./hostile-intake-process.ts', import.meta.url) });
await intake.read({ organizationId: 'org_tester', waiting: 'request' }, sourcePath, targetPath);
