import { basename } from "node:path";

/** What files of socket.io's packages, by their names, keep of what other files import: the console sends and receives only JSON, by websocket. */
const SOURCES = {
  "index.js": 'import { WS } from "./websocket.node.js";\nexport const transports = { websocket: WS };\n',
  "polling-xhr.js": "export class BaseXHR {}\nexport class Request {}\nexport class XHR {}\n",
  "is-binary.js": "export const isBinary = () => false;\nexport const hasBinary = () => false;\n",
  "binary.js": "export const deconstructPacket = () => {};\nexport const reconstructPacket = () => {};\n",
};

/** A loader of the build, see components/live. */
export default function () {
  return SOURCES[basename(this.resourcePath)];
}
