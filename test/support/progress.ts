/** How many looks in a row may see nothing new. */
const MOST_IDLE_LOOKS = 600;
const PAUSE_MILLIS = 50;

/** What is waited for, and by what one sees that it is still coming. */
interface Awaited<Seen> {
  /** What there is to see. One that throws has seen its error, and is asked again: on a busy machine things come late. */
  look(): Seen | Promise<Seen>;
  /** Whether that is enough. */
  isEnough(seen: Seen): boolean;
  /** Signs of work beside what `look` sees: counts of calls, texts of a page. */
  progress?(): unknown;
}

/**
 * Waits as long as there is progress.
 *
 * Patience counts looks that saw nothing new, not time: on a machine with much to do each look takes longer, and so does what
 * is waited for.
 *
 * @returns What was seen last.
 * @throws {Error} That says what was seen last, once nothing changes any more.
 */
export async function untilSeen<Seen>(awaited: Awaited<Seen>): Promise<Seen> {
  let before = '';
  for (let idleLooks = 0; ; idleLooks += 1) {
    const [seen, sign] = await lookOnce(awaited);
    if (seen !== NOTHING && awaited.isEnough(seen)) return seen;
    if (sign !== before) idleLooks = 0;
    before = sign;
    if (idleLooks >= MOST_IDLE_LOOKS)
      throw new Error(`Nothing changed in ${MOST_IDLE_LOOKS} looks; seen last: ${sign}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLIS));
  }
}

const NOTHING = Symbol('nothing');

async function lookOnce<Seen>(awaited: Awaited<Seen>): Promise<readonly [Seen | typeof NOTHING, string]> {
  try {
    const seen = await awaited.look();
    return [seen, JSON.stringify([seen, await awaited.progress?.()])];
  } catch (error) {
    return [NOTHING, String(error)];
  }
}
