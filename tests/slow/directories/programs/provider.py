"""An identity provider of pysaml2 that answers one request. Reads what to do as JSON, prints the answer as JSON."""

import base64
import json
import sys
import tempfile
from urllib.parse import parse_qs, urlsplit

from lxml import etree
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import CryptoBackendXMLSecurity
from saml2.xml.schema import validate
from signxml import XMLSigner, methods

DS = "http://www.w3.org/2000/09/xmldsig#"
asked = json.load(sys.stdin)
validate(asked["metadata"])

with tempfile.NamedTemporaryFile("w", suffix=".xml") as metadata:
    metadata.write(asked["metadata"])
    metadata.flush()
    config = {
        "entityid": asked["entityId"],
        # Signatures are made below, so no other program is needed.
        "crypto_backend": "XMLSecurity",
        "metadata": {"local": [metadata.name]},
        "service": {
            "idp": {
                "name": "Example ID",
                "endpoints": {"single_sign_on_service": [(asked["signInUrl"], BINDING_HTTP_REDIRECT)]},
                "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                "want_authn_requests_signed": False,
                "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None}},
            }
        },
    }
    provider = Server(config=IdPConfig().load(config))

[request] = parse_qs(urlsplit(asked["url"]).query)["SAMLRequest"]
parsed = provider.parse_authn_request(request, BINDING_HTTP_REDIRECT)
arguments = provider.response_args(parsed.message, [BINDING_HTTP_POST])
response = provider.create_authn_response(
    identity={"mail": [asked["email"]], "displayName": ["Alice Adams"]},
    userid="alice",
    name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text="alice-1"),
    authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:Password", "authn_auth": asked["entityId"]},
    sign_assertion=False,
    sign_response=False,
    **{name: arguments[name] for name in ("in_response_to", "destination", "sp_entity_id")},
)


def sign(element):
    """Signs an element, with the signature right after its issuer."""
    element.insert(1, etree.Element(f"{{{DS}}}Signature", Id="placeholder", nsmap={"ds": DS}))
    signer = XMLSigner(
        method=methods.enveloped,
        signature_algorithm="rsa-sha256",
        digest_algorithm="sha256",
        c14n_algorithm="http://www.w3.org/2001/10/xml-exc-c14n#",
    )
    return signer.sign(element, key=asked["key"], cert=asked["certificate"], reference_uri=element.get("ID"))


root = etree.fromstring(str(response).encode())
assertion = root.find("{urn:oasis:names:tc:SAML:2.0:assertion}Assertion")
root.replace(assertion, sign(assertion))
if asked["signResponse"]:
    root = sign(root)
xml = etree.tostring(root)
validate(xml.decode())
print(json.dumps({"action": arguments["destination"], "xml": xml.decode()}))
