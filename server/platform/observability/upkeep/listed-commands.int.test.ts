import { expect, test } from 'vitest';
import { listCommands } from '#server/testing/database/list-commands.ts';

test('the stores send the commands that are listed', async () => {
  const commands = await listCommands('server/platform/observability/upkeep');
  await expect(commands).toMatchFileSnapshot('listed-commands.txt');
});
