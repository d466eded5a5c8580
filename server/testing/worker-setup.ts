import { inject } from 'vitest';
import { startFromBundles } from '#server/emulators/process/sidecar.ts';

startFromBundles(inject('sidecarBundles'));
process.env['TMPDIR'] = inject('temporaryFolder');
