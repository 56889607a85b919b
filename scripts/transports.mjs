import { basename } from "node:path";

/** By the names of files of socket.io's packages: without what the console neither sends nor asks for, but what runs at once or is called. */
const SOURCES = {
  "index.js": 'import { WS } from "./websocket.node.js";\nexport const transports = { websocket: WS };\n',
  "polling-xhr.js": "export class BaseXHR {}\nexport class Request {}\nexport class XHR {}\n",
  "is-binary.js": "export const isBinary = () => false;\nexport const hasBinary = () => false;\n",
  "binary.js": "export const deconstructPacket = () => {};\nexport const reconstructPacket = () => {};\n",
};

/** A loader of the build: of socket.io only its websocket and JSON, see components/live. */
export default function () {
  return SOURCES[basename(this.resourcePath)];
}
