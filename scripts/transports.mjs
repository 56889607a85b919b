import { basename } from "node:path";

/** Without the transports that the console does not use; one of them listens to the page's unload, so no build leaves it out. */
const SOURCES = {
  "index.js": 'import { WS } from "./websocket.node.js";\nexport const transports = { websocket: WS };\n',
  "polling-xhr.js": "export class BaseXHR {}\nexport class Request {}\nexport class XHR {}\n",
};

/** A loader of the build: of socket.io's transports only the websocket, see components/live. */
export default function () {
  return SOURCES[basename(this.resourcePath)];
}
