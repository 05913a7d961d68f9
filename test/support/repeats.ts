/** How often a test repeats what only chance decides: a short slice, unless WAYMARK_THOROUGH is 1. */
export function repeats(few: number, many: number): number {
  return process.env.WAYMARK_THOROUGH === '1' ? many : few;
}
