import { vi } from 'vitest';
import { patience } from './patience.ts';

vi.setConfig({ testTimeout: patience(30_000), hookTimeout: patience(60_000) });
