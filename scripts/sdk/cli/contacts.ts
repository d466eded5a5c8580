import type { z } from 'zod';
import { IMPORT_BATCH } from '#shared/contacts/suppression-list.ts';
import type { suppressionImportOutput } from '#shared/schemas/calling/suppressions.ts';
import type { CreateListOutput } from '#shared/schemas/contact-lists.ts';
import { optionOf, write, type Command } from './command.ts';
import { fileOf, textOf } from './files.ts';
import { UsageError } from './usage-error.ts';

const upload: Command = {
  usage: '<file> --name <name>',
  text: 'Save a list of contacts from a CSV file; - reads standard input',
  options: { name: { type: 'string' } },
  args: { least: 1, most: 1 },
  async run(run) {
    const name = optionOf(run, 'name');
    if (name === undefined) throw new UsageError('Give --name.');
    const body = { name, csv_file: await fileOf(run.args[0] ?? '', run.stdin) };
    const saved = await run.calls.post<CreateListOutput>('/api/contact-lists/form/', { body });
    write(run, saved, `${saved.list.id}\t${saved.message}`);
    return 0;
  },
};

const add: Command = {
  usage: '<number...>',
  text: 'Put phone numbers on the do-not-call list; - reads one a line from standard input',
  args: { least: 1, most: IMPORT_BATCH },
  async run(run) {
    if (run.args.length > 1 && run.args.includes('-'))
      throw new UsageError('Give either - or phone numbers.');
    const given = run.args[0] === '-' ? (await textOf('-', run.stdin)).split('\n') : run.args;
    const phones = given.map((line) => line.trim()).filter((line) => line !== '');
    if (phones.length === 0) throw new UsageError('Give at least one phone number.');
    const sum = { added: 0, known: 0 };
    for (let at = 0; at < phones.length; at += IMPORT_BATCH) {
      const body = { phones: phones.slice(at, at + IMPORT_BATCH) };
      const result = await run.calls.post<z.infer<typeof suppressionImportOutput>>(
        '/api/suppressions/import/json/',
        { body },
      );
      sum.added += result.added;
      sum.known += result.known;
    }
    write(run, sum, `${String(sum.added)} added, ${String(sum.known)} were on the list.`);
    return 0;
  },
};

/** The commands for lists and opt-outs, by name. */
export const CONTACT_COMMANDS: Readonly<Record<string, Command>> = {
  'lists upload': upload,
  'opt-outs add': add,
};
