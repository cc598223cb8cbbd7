import { makeTemplate } from './template.ts';

// Run by resources.setup.ts in a process of its own: makes the template of one kind of database in a folder, and prints it as JSON.
const [folder = '', postgresUrl] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await makeTemplate(folder, postgresUrl)));
