import { Command, type Option } from 'commander';

/** A command whose help shows what it needs, and whose fault names everything that is missing. */
export class OpsCommand extends Command {
  override createCommand(name?: string): OpsCommand {
    return new OpsCommand(name);
  }

  /** Commander calls it with the first option that is missing, and ends with that one. */
  missingMandatoryOptionValue(first: Option): never {
    const missing = this.options.filter(
      (each) => each.mandatory && this.getOptionValue(each.attributeName()) === undefined,
    );
    const flags = (missing.length === 0 ? [first] : missing).map((each) => each.flags).join(', ');
    return this.error(`error: required and not given: ${flags}`, { code: 'commander.missingMandatoryOptionValue' });
  }
}

/** `ops key create --account <id or name> --name <name> [options]` */
export function usageWithRequired(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each !== null; each = each.parent) names.unshift(each.name());
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return [...names, ...required, command.usage()].join(' ');
}

export const HELP_END = `
Exit codes: 0 done; 1 refused, or a problem was found; 2 wrong usage; 3 not done, an approval was asked for.`;

export const EXAMPLES = `
Examples:
  ops status
  ops purchase show order-1 --json
  ops wallet fund --account Acme --amount 50000 --reference bank-4711
  ops purchase settle order-1 --refund --note 'not in the statement' --as ada@example.com`;
