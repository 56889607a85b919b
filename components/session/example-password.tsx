"use client";

import { useState } from "react";

const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 10;
/** Larger bytes would make the first characters more likely than the others. */
const FAIR = 256 - (256 % CHARACTERS.length);

/** Ten letters and digits, uniformly distributed. */
export function randomPassword(): string {
  let password = "";
  while (password.length < LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR) password += CHARACTERS[byte % CHARACTERS.length];
  }
  return password;
}

/** A random password, different each time it is shown. */
export function ExamplePassword() {
  const [password] = useState(randomPassword);
  return <span className="select-all text-foreground">{password}</span>;
}
