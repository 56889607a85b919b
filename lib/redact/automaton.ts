import type { Needles } from "@/lib/redact/needles";

/**
 * Aho-Corasick over bytes. A trie with sibling lists: a secret of n bytes costs about 30 n bytes of memory in all its
 * forms together; a full transition table would cost hundreds.
 */
export type Automaton = {
  /** The state after reading `byte` in `state`; 0 is the root. */
  step(state: number, byte: number): number;
  /** 1: the byte begins no needle. */
  idle: Uint8Array;
  /** How many of the last bytes could be the start of a needle. */
  depth: Int32Array;
  /** Length of the longest needle that ends in a state; 0: none. */
  match: Int32Array;
  /** The same for needles that may be wrapped, see Needles. */
  encoded: Int32Array;
  /** Length of the longest needle. */
  longest: number;
};

type Trie = {
  states: number;
  label: Uint8Array;
  child: Int32Array;
  sibling: Int32Array;
  depth: Int32Array;
  match: Int32Array;
  encoded: Int32Array;
};

export function compileAutomaton(needles: Needles): Automaton {
  const trie = plant(needles);
  const fromRoot = new Int32Array(256);
  for (let node = trie.child[0] ?? 0; node !== 0; node = trie.sibling[node] ?? 0) {
    fromRoot[trie.label[node] ?? 0] = node;
  }
  const fail = new Int32Array(trie.states);
  const { label, child, sibling, depth, match, encoded } = trie;

  function step(state: number, byte: number): number {
    for (let from = state; from !== 0; from = fail[from] ?? 0) {
      for (let node = child[from] ?? 0; node !== 0; node = sibling[node] ?? 0) {
        if (label[node] === byte) return node;
      }
    }
    return fromRoot[byte] ?? 0;
  }

  linkFailures(trie, fail, step);
  const idle = Uint8Array.from(fromRoot, (node) => (node === 0 ? 1 : 0));
  const longest = depth.reduce((most, each) => Math.max(most, each), 0);
  return { step, idle, depth, match, encoded, longest };
}

function plant({ plain, encoded }: Needles): Trie {
  const room = [...plain, ...encoded].reduce((sum, needle) => sum + needle.length, 1);
  const trie: Trie = {
    states: 1,
    label: new Uint8Array(room),
    child: new Int32Array(room),
    sibling: new Int32Array(room),
    depth: new Int32Array(room),
    match: new Int32Array(room),
    encoded: new Int32Array(room),
  };
  for (const needle of plain) trie.match[addNeedle(trie, needle)] = needle.length;
  for (const needle of encoded) {
    const state = addNeedle(trie, needle);
    trie.match[state] = needle.length;
    trie.encoded[state] = needle.length;
  }
  return trie;
}

/** Returns the state after the needle. */
function addNeedle(trie: Trie, needle: Buffer): number {
  let state = 0;
  for (const byte of needle) state = childOf(trie, state, byte) ?? addChild(trie, state, byte);
  return state;
}

function childOf(trie: Trie, state: number, byte: number): number | undefined {
  for (let node = trie.child[state] ?? 0; node !== 0; node = trie.sibling[node] ?? 0) {
    if (trie.label[node] === byte) return node;
  }
  return undefined;
}

function addChild(trie: Trie, state: number, byte: number): number {
  const node = trie.states++;
  trie.label[node] = byte;
  trie.sibling[node] = trie.child[state] ?? 0;
  trie.child[state] = node;
  trie.depth[node] = (trie.depth[state] ?? 0) + 1;
  return node;
}

/** Breadth first, because a state's failure link is shallower and must be known before. */
function linkFailures(trie: Trie, fail: Int32Array, step: Automaton["step"]): void {
  const queue = new Int32Array(trie.states);
  let end = 1;
  for (let at = 0; at < end; at++) {
    const state = queue[at] ?? 0;
    for (let node = trie.child[state] ?? 0; node !== 0; node = trie.sibling[node] ?? 0) {
      const fallback = state === 0 ? 0 : step(fail[state] ?? 0, trie.label[node] ?? 0);
      fail[node] = fallback;
      trie.match[node] = Math.max(trie.match[node] ?? 0, trie.match[fallback] ?? 0);
      trie.encoded[node] = Math.max(trie.encoded[node] ?? 0, trie.encoded[fallback] ?? 0);
      queue[end++] = node;
    }
  }
}
