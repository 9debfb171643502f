/** Parses a command and its arguments. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type AnyCommand, type Given, WrongUsage } from './command.ts';

export interface Typed {
  readonly command: AnyCommand;
  readonly given: Given;
  readonly json: boolean;
}

function find(commands: readonly AnyCommand[], typed: readonly string[]): AnyCommand {
  const command = commands.find(({ words }) =>
    words.split(' ').every((word, i) => typed[i] === word),
  );
  if (command) return command;
  const words = typed.filter((word) => !word.startsWith('-')).slice(0, 2);
  throw new WrongUsage(
    words.length === 0 ? 'Which command?' : `There is no command ${words.join(' ')}.`,
  );
}

function optionsOf({ flags = {} }: AnyCommand): ParseArgsOptionsConfig {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' } };
  for (const [name, kind] of Object.entries(flags))
    options[name] =
      kind === 'flag' ? { type: 'boolean' } : { type: 'string', multiple: kind === 'many' };
  return options;
}

/** Parses; throws `WrongUsage` with the parser's message. */
function read(command: AnyCommand, args: string[]) {
  try {
    return parseArgs({ args, options: optionsOf(command), allowPositionals: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code.startsWith('ERR_PARSE_ARGS')) throw new WrongUsage((error as Error).message);
    throw error;
  }
}

function checkOperands(command: AnyCommand, operands: readonly string[]): void {
  const wanted = [command.operand, command.file].filter((name) => name !== undefined);
  const missing = wanted[operands.length];
  if (missing !== undefined) throw new WrongUsage(`${missing} is missing.`);
  const more = operands[wanted.length];
  if (more !== undefined) throw new WrongUsage(`${more} is too much.`);
}

/** Reads what stands behind `shop`. Throws `WrongUsage`. */
export function parseCommand(commands: readonly AnyCommand[], args: readonly string[]): Typed {
  const command = find(commands, args);
  const { values, positionals } = read(command, args.slice(command.words.split(' ').length));
  checkOperands(command, positionals);
  const missing = Object.entries(command.flags ?? {}).find(
    ([name, kind]) => kind === 'needed' && values[name] === undefined,
  );
  if (missing) throw new WrongUsage(`--${missing[0]} is missing.`);
  const given = Object.entries(values);
  return {
    command,
    json: values.json === true,
    given: {
      operand: positionals[0] ?? '',
      file: positionals[1] ?? '',
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
      values: new Map(
        given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      many: new Map(
        given.flatMap(([name, value]) =>
          Array.isArray(value) ? [[name, value.map((one) => String(one))]] : [],
        ),
      ),
    },
  };
}

/** The list of commands, for people. */
export function usageOf(commands: readonly AnyCommand[]): string {
  const rows = commands.map(({ usage }) => `  ${usage}`);
  return ['Usage: npm run shop -- <command> [--json]', '', ...rows].join('\n');
}
