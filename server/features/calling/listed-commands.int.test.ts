import { expect, test } from 'vitest';
import { listCommands } from '#server/testing/database/list-commands.ts';

test('the stores send the commands that are listed', async () => {
  await expect(await listCommands('server/features/calling')).toMatchFileSnapshot('listed-commands.txt');
});
