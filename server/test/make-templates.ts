import { join } from 'node:path';
import { makeTemplate } from './template.ts';

// Run by postgres.setup.ts in a process of its own: makes the templates in a folder, and prints them as JSON.
const [folder = '', url] = process.argv.slice(2);
const sqlite = await makeTemplate(join(folder, 'sqlite'));
const postgres = url ? await makeTemplate(join(folder, 'postgres'), url) : null;
process.stdout.write(JSON.stringify({ sqlite, postgres }));
