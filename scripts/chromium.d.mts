export declare const CHROMIUM: string;
