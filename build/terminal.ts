/**
 * Runs a command and prints what it returns, one line each.
 *
 * An expected refusal is printed as it is and ends with 1; anything else keeps its stack, because it is a
 * mistake of ours.
 */
export async function report(command: () => Promise<readonly string[]>): Promise<void> {
  try {
    for (const line of await command()) console.log(line);
  } catch (error) {
    if ((error as Error).name !== 'BuildError') throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
