/** `waymark tools`: lists the tools that clients see. */

import type { Config } from '../config/config.ts';
import { escapeUnseen } from '../kernel/text.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import { listedTool } from '../surface/listing.ts';
import { listedTools } from '../surface/toolsets.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export function tools(config: Config, outside: Outside, asJson: boolean): ExitCode {
  const listed = listedTools(CATALOGUE, config.toolsets);
  if (asJson) {
    const tools = listed.map((each) =>
      listedTool(each, {
        structured: config.structured,
        workspaceIsKnown: config.workspace !== undefined,
        toolsets: config.toolsets,
      }),
    );
    outside.print(`${escapeUnseen(JSON.stringify({ tools }))}\n`);
    return EXIT.ok;
  }
  const width = Math.max(...listed.map((each) => each.name.length));
  for (const each of listed) outside.print(`${each.name.padEnd(width)}  ${each.description}\n`);
  const hidden = CATALOGUE.length - listed.length;
  if (hidden > 0) {
    outside.print(
      `\n${hidden} more are reached through thoughtbox_gateway; --toolset full lists all ${CATALOGUE.length}.\n`,
    );
  }
  return EXIT.ok;
}
