#!/usr/bin/env node
import { runCli } from './command.ts';

process.exitCode = await runCli(process.argv.slice(2));
